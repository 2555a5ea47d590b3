import Flask

/// A counter of the running effects of a context, by a tap of its flow.
@MainActor
final class WorkInFlight {
  private final class Numbers {
    var running: Set<UInt64> = []
    var whenNone: () -> Void = {}

    func note(_ event: EffectEvent) {
      switch event.kind {
      case .started: running.insert(event.serial)
      case .waiting: return
      case .finished, .failed, .cancelled, .dropped:
        running.remove(event.serial)
        if running.isEmpty { whenNone() }
      }
    }
  }

  private let numbers = Numbers()
  private let token: ObservationToken

  init(of flow: Flow) {
    token = flow.tap(effect: numbers.note) { [numbers] record in record.effects.forEach(numbers.note) }
  }

  var count: Int { numbers.running.count }

  /// Called whenever the last effect has ended.
  var whenNone: () -> Void {
    get { numbers.whenNone }
    set { numbers.whenNone = newValue }
  }
}
