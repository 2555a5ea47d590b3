import Harvest

/// How many effects of a flow are under way, as a tap sees it.
@MainActor
final class WorkInFlight {
  private final class Numbers {
    var running: Set<UInt64> = []

    func note(_ event: EffectEvent) {
      switch event.kind {
      case .started: running.insert(event.serial)
      case .waiting: break
      case .finished, .failed, .cancelled, .dropped: running.remove(event.serial)
      }
    }
  }

  private let numbers = Numbers()
  private let token: ObservationToken

  init(of flow: Flow) {
    token = flow.tap(effect: numbers.note) { [numbers] record in record.effects.forEach(numbers.note) }
  }

  /// How many have begun and not yet ended.
  var count: Int { numbers.running.count }
}
