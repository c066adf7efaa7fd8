//! The explorers, and the monster of the displayed fight.

use kernel::{Area, Flag, Icon, Intent, Layout, Look, Piece, Role, Seat, Sentence, Stat, Tone, Viewer, say};
use text::{decimal, t};

use super::{board::deadly, foe};
use crate::{
    AccursedTomb, Meaning,
    content::FACES,
    event::{explorer_id, foe_id, gear_id},
    judge::Blow,
    outlook::{percent, slays_next, worst_blow},
    state::Explorer,
};

/// An explorer with so little health is in danger whatever comes.
const LOW: u8 = 3;

pub(super) fn explorer(game: &AccursedTomb, viewer: Viewer, seat: Seat, explorer: &Explorer) -> Area {
    let most = game.most(explorer.armors);
    let meter =
        Look::Meter { icon: Icon::HEART, name: t!("Health").into(), value: explorer.hp.into(), max: Some(most.into()) };
    let low =
        explorer.alive() && (explorer.hp <= LOW || foe(game, seat).is_some_and(|(at, ..)| deadly(game, seat, at)));
    let health = match explorer.alive() {
        true => t!("{health} of {most} health, in {cell}", health = explorer.hp, cell = explorer.cell),
        false => t!("dead").to_owned(),
    };
    let meter =
        Piece::new(explorer_id(seat), meter, health).flag(Flag::Danger, low).flag(Flag::Dead, !explorer.alive());
    let area = Area::new(format!("seat-{seat}"), Sentence::new().seat(seat), Role::Seat, Layout::Row)
        .of(seat)
        .picture(FACES[seat.index() % FACES.len()])
        .active(game.turn == seat && game.over().is_none())
        .with([meter]);
    let area = match note(game, viewer, seat) {
        Some(note) => area.note(note),
        None => area,
    };
    if explorer.alive() { area.with(gear(game, seat, explorer)) } else { area }
}

/// The gear of an explorer: the multiplier of its strikes, armors, blessings.
fn gear(game: &AccursedTomb, seat: Seat, explorer: &Explorer) -> [Piece; 3] {
    let token = |what: Meaning, value: String, label: String| {
        let look = Look::Token { icon: what.icon(), tone: Tone::Plain, value: Some(value), seat: None };
        let (text, ruling) = what.text();
        Piece::new(gear_id(seat, what), look, label).text(text, Some(ruling))
    };
    let times = game.times(seat);
    let Explorer { weapons, armors, blessings, .. } = *explorer;
    let strikes = t!("{weapons}: strikes count × {times}", weapons = Meaning::Weapon.noun().counted(weapons));
    [
        token(Meaning::Weapon, format!("×{times}"), strikes),
        token(Meaning::Armor, armors.to_string(), Meaning::Armor.noun().counted(armors)),
        token(Meaning::Blessing, blessings.to_string(), Meaning::Blessing.noun().counted(blessings)),
    ]
}

/// The note on this explorer for the viewer: its foe, and the chance that a demon falls.
fn note(game: &AccursedTomb, viewer: Viewer, seat: Seat) -> Option<String> {
    let (at, monster, health) = foe(game, seat)?;
    if game.over().is_some() {
        return None;
    }
    if monster.fury() == 0 {
        return Some(t!("fights {monster}", monster = monster.the()));
    }
    let chance = slays_next(game, seat, at);
    Some(match (chance > 0.0, viewer.seat() == Some(seat)) {
        (true, _) => t!("at the demon: {chance} to win next", chance = percent(chance)),
        (false, true) => t!("at the demon, which has {health} health left"),
        (false, false) => t!("at the demon: cannot win next").to_owned(),
    })
}

// The fight.

/// The seat whose fight is displayed: the one in turn, else the viewer, else the first seat with a
/// fight from the one in turn on.
fn looked_at(game: &AccursedTomb, viewer: Viewer) -> Option<Seat> {
    let circle = (0..game.seats).map(|step| Seat((game.turn.0 + step) % game.seats));
    std::iter::once(game.turn)
        .chain(viewer.seat())
        .chain(circle)
        .find(|seat| seat.0 < game.seats && game.explorer(*seat).foe.is_some())
}

/// The monster of the displayed fight, next to the board.
pub(super) fn foes(game: &AccursedTomb, viewer: Viewer) -> Option<Area> {
    let seat = looked_at(game, viewer).filter(|_| game.over().is_none())?;
    let (at, monster, health) = foe(game, seat)?;
    let full = monster.health()?;
    let die = if monster.is_demon() { t!("d6+{more}", more = monster.fury()) } else { t!("d6").to_owned() };
    let look = Look::card(
        monster.name(),
        if monster.is_demon() { t!("Demon") } else { t!("Monster") },
        monster.icon(),
        monster.tone(),
        vec![Stat { icon: Icon::SWORD, name: t!("blow"), value: die.clone() }],
    );
    let blow = Blow::at(game, seat, at);
    let you = viewer.seat() == Some(seat);
    let chance = percent(blow.chance());
    let harm = match (blow.chance() > 0.0, blow.blessed, you) {
        (false, _, true) => t!("cannot kill you").to_owned(),
        (false, _, false) => t!("cannot kill").to_owned(),
        (true, true, true) => t!("{chance} takes your blessing"),
        (true, true, false) => t!("{chance} takes a blessing"),
        (true, false, true) => t!("{chance} kills you"),
        (true, false, false) => t!("{chance} kills"),
    };
    let intent = Intent {
        icon: Icon::SWORD,
        mean: decimal(3.5 + f64::from(monster.fury()), 1),
        text: t!("Its next blow: {die}", die = die.replace('+', " + ")),
        range: t!("{least} to {most}; {harm}", least = 1 + monster.fury(), most = worst_blow(monster)),
    };
    let (text, ruling) = monster.text();
    let title = say!("{seat} fights {monster}", monster = monster.the());
    let label = t!("{name}, {health} of {full} health left, blows of {die}", name = monster.name());
    let card = Piece::new(foe_id(seat), look, label)
        .picture(monster.picture())
        .text(text, Some(ruling))
        .gauge(Icon::HEART, health.into(), full.into())
        .intent(intent)
        .flag(Flag::Damaged, health < full)
        .flag(Flag::Boss, monster.is_demon());
    Some(Area::new("foes", title, Role::Foes, Layout::Row).active(true).with([card]))
}
