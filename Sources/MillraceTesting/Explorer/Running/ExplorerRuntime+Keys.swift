import Millrace

/// The keys of fibers, which are the same in equivalent orders.
extension ExplorerRuntime {
  /// Returns the key of a fiber that the present step begins.
  func key(of identity: ComingFiber.Identity) -> FiberKey {
    switch identity {
    case .lineage: return numberOfChild() | 1
    case .effect(let store, let serial): return mix(1, hash(of: store), serial) | 1
    case .subscription(let store, let serial): return mix(2, hash(of: store), serial) | 1
    case .timer(let store):
      timerCounts[store, default: 0] += 1
      return mix(5, hash(of: store), timerCounts[store] ?? 0) | 1
    case .wake(let flow):
      // A post after the arrival of a hop depends on it, so the key may be used again.
      footprint.write(.posted)
      let taken = Set(fibers.lazy.filter { $0.kind == .wake && $0.wait != .over }.map(\.key))
      var number: UInt64 = 0
      while true {
        let key = mix(3, UInt64(flow), number) | 1
        if !taken.contains(key) { return key }
        number += 1
      }
    }
  }

  /// Returns a number, unique in the run, for something that the present fiber begins.
  func numberOfChild() -> UInt64 {
    fibers[current].childCount += 1
    guard fibers[current].kind == .wake else {
      return mix(
        fibers[current].key, UInt64(fibers[current].stepCount), UInt64(fibers[current].childCount))
    }
    // Hops home receive their keys one after the other.
    wakeChildCount += 1
    return mix(4, wakeChildCount)
  }
}
