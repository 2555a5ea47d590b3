/// The reactors of a context, by their owners.
///
/// It retains the reactors. An owner is held weakly, and a reactor is released after its owner's end.
final class ReactorRegistry {
  private var cores: [ObjectIdentifier: [ReactorCore]] = [:]
  private var count = 0
  private var sweepAt = 16

  func add(_ core: ReactorCore) {
    if count >= sweepAt {
      sweep()
      sweepAt = max(16, count * 2)
    }
    // Reactors of an object that has ended are not those of a new object at its address.
    for old in cores[core.ownerID] ?? [] where !old.isLive { old.end() }
    cores[core.ownerID, default: []].append(core)
    count += 1
  }

  func last(of owner: AnyObject) -> ReactorCore? {
    cores[ObjectIdentifier(owner)]?.last { $0.isLive }
  }

  func all(of owner: AnyObject) -> [ReactorCore] {
    (cores[ObjectIdentifier(owner)] ?? []).filter(\.isLive)
  }

  /// The reactors whose owners live, sorted by the types of their owners.
  var live: [ReactorCore] {
    cores.values.joined().filter(\.isLive).sorted { $0.ownerType < $1.ownerType }
  }

  func forget(_ core: ReactorCore) {
    guard let index = cores[core.ownerID]?.firstIndex(where: { $0 === core }) else { return }
    count -= 1
    cores[core.ownerID]?.remove(at: index)
    if cores[core.ownerID]?.isEmpty == true { cores[core.ownerID] = nil }
  }

  /// Releases the reactors whose owners have ended.
  func sweep() {
    for core in cores.values.joined() where !core.isLive { core.end() }
  }

  func endAll() {
    for core in cores.values.joined() { core.end() }
  }
}
