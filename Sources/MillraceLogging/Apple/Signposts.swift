#if canImport(os)
import Millrace
public import os

extension TurnLog.Sink {
  /// Returns a sink that draws turns and effects on the time line of Instruments: an event for each turn, and
  /// an interval from the start of each effect to its end.
  ///
  /// Give it to a log of the level ``TurnLog/Level/debug``, which has the events of effects. It writes the
  /// names of stores and effects, and nothing of messages or states.
  ///
  /// - Parameter signposter: The signposter, with your application's subsystem and a category.
  public static func signposts(_ signposter: OSSignposter) -> TurnLog.Sink {
    let intervals = EffectIntervals(signposter)
    return TurnLog.Sink { entry in
      if entry.event == .turn || entry.event == .unhandled {
        signposter.emitEvent(
          "Turn", id: .exclusive,
          "\(entry.store ?? "", privacy: .public) \(entry.turn ?? 0, privacy: .public)")
      }
      for effect in entry.effects { intervals.note(effect, of: entry) }
    }
  }
}

/// The intervals of the effects that run.
private final class EffectIntervals: Sendable {
  private struct Key: Hashable {
    let flow: String
    let store: String?
    let turn: UInt64
    let number: UInt64
  }

  private let signposter: OSSignposter
  private let open = Locked<[Key: OSSignpostIntervalState]>([:])

  init(_ signposter: OSSignposter) {
    self.signposter = signposter
  }

  func note(_ effect: TurnLog.Effect, of entry: TurnLog.Entry) {
    let key = Key(flow: entry.flow, store: entry.store, turn: effect.turn, number: effect.number)
    switch effect.event {
    case .started:
      let state = signposter.beginInterval(
        "Effect", id: signposter.makeSignpostID(), "\(effect.name, privacy: .public)")
      open.withLock { $0[key] = state }
    case .finished, .failed, .cancelled:
      if let state = open.withLock({ $0.removeValue(forKey: key) }) {
        signposter.endInterval("Effect", state, "\(effect.event.rawValue, privacy: .public)")
      }
    default: break
    }
  }
}
#endif
