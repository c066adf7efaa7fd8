//! A map of weak references: a value lives as long as somebody holds it.

use std::{
    borrow::Borrow,
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Weak},
};

/// A map that keeps none of its values alive.
pub struct WeakMap<K, V>(HashMap<K, Weak<V>>);

impl<K, V> Default for WeakMap<K, V> {
    fn default() -> Self {
        WeakMap(HashMap::new())
    }
}

impl<K: Eq + Hash, V> WeakMap<K, V> {
    /// Returns the value of this key, if somebody holds it.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<Arc<V>>
    where
        K: Borrow<Q>,
    {
        self.0.get(key).and_then(Weak::upgrade)
    }

    /// Adds a value. When the map is full, it first removes the values that nobody holds.
    pub fn insert(&mut self, key: K, value: &Arc<V>) {
        if self.0.len() == self.0.capacity() {
            self.0.retain(|_, value| value.strong_count() > 0);
        }
        self.0.insert(key, Arc::downgrade(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_has_is_not_kept() {
        let mut map: WeakMap<String, usize> = WeakMap::default();
        let kept = Arc::new(0);
        map.insert("kept".into(), &kept);
        for n in 1..1000 {
            map.insert(n.to_string(), &Arc::new(n));
        }
        assert_eq!((map.get("kept"), map.get("999")), (Some(kept), None));
        assert!(map.0.len() < 10, "{} are left", map.0.len());
    }
}
