import Millrace
import MillraceSupport

/// The states of the run, and what tells them apart.
extension RunExecution {
  /// Adds the present step to the digest, and passes it to the search, which knows it where it has been
  /// before.
  func noteDigest() throws(OrderProblem) {
    result.digest = mix(result.digest, last ?? 0, currentStateHash())
    if run.recordsDigests { result.digests.append(mix(result.digest, runtime.placesHash().value)) }
    try search.saw(result.digest)
  }

  /// A hash of the names in the scenario that has just been built, the same in each process.
  var names: UInt64 {
    var hash = StableHash()
    for flow in built.flows { for name in flow.storeNames { hash.combine(name) } }
    for fiber in runtime.fibers { hash.combine(fiber.name) }
    for rule in built.alwaysRules + built.finalRules { hash.combine(rule.text) }
    for script in built.scripts { hash.combine(UInt64(script.count)) }
    for (name, _) in built.followed { hash.combine(name) }
    for place in runtime.places { hash.combine(place.name) }
    return hash.value | 1
  }

  /// The hash of the origins of effects that have not ended.
  ///
  /// Effects whose fibers know their origin are left out. Nothing waits for a store that has ended.
  var originsHash: UInt64 {
    inFlight.reduce(0) { sum, effect in
      let (name, state) = effect
      let isHidden = state.isRunning ? runtime.effects.contains(name) : !built.isAlive(name.store)
      return isHidden ? sum : sum &+ mix(hash(of: name), state.origin, state.isRunning ? 1 : 0)
    }
  }

  /// Discards the hash of the stores' states and followed values after a step that may have changed them.
  ///
  /// - Returns: True when code outside of the stores' home changed a followed value.
  func forgetStates(afterHome isHome: Bool) -> Bool {
    if isHome {
      stateHash = nil
    } else if !built.followed.isEmpty, let before = stateHash {
      stateHash = nil
      return currentStateHash() != before
    }
    return false
  }

  func currentStateHash() -> UInt64 {
    if let stateHash { return stateHash }
    var hash = StateHash()
    built.forEachState { name, state in
      hash.combine(name)
      hash.combine(state)
    }
    if !hash.isFaithful { result.isFaithful = false }
    let value = hash.finalize()
    stateHash = value
    return value
  }
}
