import Millrace

/// A counter of the waiting and running effects of a flow, by a tap.
@MainActor
final class WorkInFlight {
  private final class Numbers {
    var open: Set<UInt64> = []

    func note(_ event: EffectEvent) {
      switch event.kind {
      case .started, .waiting: open.insert(event.serial)
      case .finished, .failed, .cancelled, .dropped: open.remove(event.serial)
      }
    }
  }

  private let numbers = Numbers()
  private let token: ObservationToken

  init(of flow: Flow) {
    token = flow.tap(effect: numbers.note) { [numbers] record in record.effects.forEach(numbers.note) }
  }

  /// The number of effects that were requested and have not ended.
  var count: Int { numbers.open.count }
}
