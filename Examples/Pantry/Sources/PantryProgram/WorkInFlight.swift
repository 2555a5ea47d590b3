import Flask

/// How many effects of a context are under way, as a tap of its flow sees it.
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

  /// How many have begun and not yet ended.
  var count: Int { numbers.running.count }

  /// Is called whenever the last of them has ended.
  var whenNone: () -> Void {
    get { numbers.whenNone }
    set { numbers.whenNone = newValue }
  }
}
