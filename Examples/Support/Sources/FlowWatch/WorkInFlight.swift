public import Millrace

/// A tally of the effects of a flow, kept by a tap.
@MainActor
public final class WorkInFlight {
  private final class Numbers {
    var open: Set<UInt64> = []
    var running: Set<UInt64> = []
    var whenNone: () -> Void = {}

    func note(_ event: EffectEvent) {
      switch event.kind {
      case .started:
        open.insert(event.serial)
        running.insert(event.serial)
      case .waiting: open.insert(event.serial)
      case .finished, .failed, .cancelled, .dropped:
        open.remove(event.serial)
        running.remove(event.serial)
        if running.isEmpty { whenNone() }
      }
    }
  }

  private let numbers = Numbers()
  private let token: ObservationToken

  public init(of flow: Flow) {
    token = flow.tap(effect: numbers.note) { [numbers] record in record.effects.forEach(numbers.note) }
  }

  public var runningCount: Int { numbers.running.count }

  /// The number of effects that were requested and have not ended, whether they run or wait.
  public var openCount: Int { numbers.open.count }

  /// Called whenever the last running effect has ended.
  public var whenNone: () -> Void {
    get { numbers.whenNone }
    set { numbers.whenNone = newValue }
  }
}
