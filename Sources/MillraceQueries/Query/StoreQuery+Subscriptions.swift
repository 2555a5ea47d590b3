public import Millrace
import MillraceCore

extension StoreQuery {
  /// Returns the subscriptions by which the query follows the state's interest.
  ///
  /// A store calls it after each turn. It compares the wanted keys with those that the cache knows as
  /// watched; a difference is a subscription that tells the cache at once, and is over. Watched keys of a
  /// query with an interval have one subscription each, and one timer serves all values that are kept without
  /// interest.
  ///
  /// Cost: O(wanted keys); no allocation but that of the list while nothing is wanted.
  public func subscriptions(_ state: State) -> [StoreSubscription<Message>] {
    let wanted = wanted(state)
    let watched = state[keyPath: path].watchedKeys
    let needsSweeping = rules.keepsValues && policy.keepTime != nil && state[keyPath: path].needsSweeping
    if wanted.isEmpty && watched.isEmpty && !needsSweeping { return [] }
    var subscriptions: [StoreSubscription<Message>] = []
    if !isUnchanged(wanted, from: watched) {
      let wantedKeys = Set(wanted.lazy.map { ReflexiveKey($0) })
      var known = Set(watched.lazy.map { ReflexiveKey($0) })
      let ended = watched.filter { !wantedKeys.contains(ReflexiveKey($0)) }
      let began = wanted.filter { known.insert(ReflexiveKey($0)).inserted }
      if !began.isEmpty || !ended.isEmpty {
        let interest = QueryInterest(query: name, began: began, ended: ended)
        subscriptions.append(
          .listening(EffectID(interest)) { [embed] sender in
            sender.send(embed(.interest(began: began, ended: ended)))
            return {}
          })
      }
    }
    if needsSweeping, let time = policy.keepTime {
      let part = time / QueryCache<Key, Value>.sweepsPerKeepTime
      subscriptions.append(
        .every(part, id: EffectID(QueryTask<Key>(.keep, name, []))) { [embed] in embed(.swept) })
    }
    if let interval = policy.interval {
      for key in watched {
        subscriptions.append(
          .every(interval, id: EffectID(QueryTask(.every, name, [key]))) { [embed] in embed(.ticked(key)) })
      }
    }
    return subscriptions
  }
}
