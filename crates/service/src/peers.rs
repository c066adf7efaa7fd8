//! The other processes of a server that share its database: their messages and their heartbeats.
//!
//! Each process sends a heartbeat every second, and receives the changes of the others over one
//! connection. Missed messages are made up for every few seconds by comparing the tables in memory
//! with the database. When a process has ended, one of the others resumes the tables under way, as
//! a server does when it is opened.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use store::{PeerEvent, PeerMessage, Store, StoreError};

use crate::{
    people::{Moderation, SessionRevocations},
    tables::{TableRegistry, account_removal},
};

/// The interval of heartbeats.
const BEAT: Duration = Duration::from_secs(1);
/// The pause before the process listens to the database again after a failure.
const REST: Duration = Duration::from_secs(1);

/// This process among the others, and the parts that their messages concern.
struct Company {
    /// The store that the processes share.
    store: Store,
    /// The tables.
    registry: Weak<TableRegistry>,
    /// The decisions of operators.
    moderation: Arc<Moderation>,
    /// The channel of ended sessions and bans.
    endings: SessionRevocations,
    /// The interval at which tables in memory are compared with the database.
    sweep: Duration,
}

/// Joins the other processes of the server, if it can have any, and stays with them until it
/// closes.
///
/// # Errors
/// If the database fails.
pub async fn join(
    store: &Store,
    registry: &Arc<TableRegistry>,
    moderation: &Arc<Moderation>,
    endings: &SessionRevocations,
    sweep: Duration,
) -> Result<(), StoreError> {
    let Some(peers) = store.peers() else { return Ok(()) };
    peers.beat().await?;
    // The tables that dead processes left were already resumed when the tables were opened.
    peers.bury().await?;
    let company = Company {
        store: store.clone(),
        registry: Arc::downgrade(registry),
        moderation: moderation.clone(),
        endings: endings.clone(),
        sweep,
    };
    let mut stopping = registry.stopping();
    tokio::spawn(async move {
        tokio::select! {
            () = company.hear() => {}
            () = company.beat() => {}
            () = company.sweep() => {}
            _ = stopping.wait_for(|stop| *stop) => {}
        }
    });
    Ok(())
}

/// Leaves the others, which resume the work of this process.
pub async fn leave(store: &Store) {
    let Some(peers) = store.peers() else { return };
    if let Err(error) = peers.leave().await {
        tracing::warn!("the other processes of the hall were not told that this one closes: {error}");
    }
}

impl Company {
    /// Receives the changes of the others.
    async fn hear(&self) {
        loop {
            if let Err(error) = self.hear_until_lost().await {
                tracing::warn!("the other processes of the hall cannot be heard: {error}");
            }
            tokio::time::sleep(REST).await;
        }
    }

    async fn hear_until_lost(&self) -> Result<(), StoreError> {
        let Some(mut line) = self.store.listen().await? else { return Ok(()) };
        self.look_for_all().await;
        loop {
            match line.next().await? {
                PeerMessage::PeerEvent(news) => self.take(news).await,
                PeerMessage::Lost => self.look_for_all().await,
            }
        }
    }

    /// Sends heartbeats, and resumes the work of processes without one.
    async fn beat(&self) {
        loop {
            if let Err(error) = self.beat_once().await {
                tracing::warn!("the other processes of the hall cannot be told that this one lives: {error}");
            }
            tokio::time::sleep(BEAT).await;
        }
    }

    async fn beat_once(&self) -> Result<(), StoreError> {
        let Some(peers) = self.store.peers() else { return Ok(()) };
        if peers.beat().await?
            && let Some(registry) = self.registry.upgrade()
        {
            registry.tell_who_follows();
        }
        if peers.bury().await?
            && let Some(registry) = self.registry.upgrade()
        {
            tracing::info!("another process of the hall has ended; what it left is taken up");
            tokio::spawn(async move { registry.resume().await });
        }
        Ok(())
    }

    /// Makes up for missed messages regularly.
    async fn sweep(&self) {
        loop {
            tokio::time::sleep(self.sweep).await;
            self.compare().await;
            if let Some(peers) = self.store.peers()
                && let Err(error) = peers.tidy().await
            {
                tracing::warn!("what counts no more could not be forgotten: {error}");
            }
        }
    }

    async fn compare(&self) {
        let Some(registry) = self.registry.upgrade() else { return };
        if let Err(error) = registry.compare().await {
            tracing::warn!("the tables in memory cannot be compared with the database: {error}");
        }
    }

    /// Makes up for all messages that may have been sent while this process did not listen.
    async fn look_for_all(&self) {
        self.compare().await;
        self.take(PeerEvent::Decision(None)).await;
        self.take(PeerEvent::Person(None)).await;
    }

    async fn take(&self, news: PeerEvent) {
        let Some(registry) = self.registry.upgrade() else { return };
        if matches!(news, PeerEvent::Person(_) | PeerEvent::Name(..)) {
            self.store.changes().note_names();
        }
        match news {
            PeerEvent::Table(table, changes) => registry.told_of_change(&table, changes),
            PeerEvent::Presence(table) => registry.told_of_presence(table),
            PeerEvent::Person(person) => {
                self.store.forget_sessions(person.as_deref());
                self.endings.tell(person.as_deref());
            }
            PeerEvent::Name(person, name) => {
                self.store.forget_sessions(Some(&person));
                self.endings.tell(Some(&person));
                account_removal::rename(&registry, &person, &name).await;
            }
            PeerEvent::Decision(person) => {
                let _alone = self.moderation.alone().await;
                if let Err(error) = self.moderation.reload().await {
                    tracing::warn!("what operators have decided cannot be read: {error}");
                }
                match self.store.closed_tables().await {
                    Ok(closed) => registry.set_all_closed(closed),
                    Err(error) => tracing::warn!("which tables are closed cannot be read: {error}"),
                }
                self.endings.tell(person.as_deref());
            }
        }
    }
}
