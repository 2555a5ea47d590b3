import Millrace
import MillraceTesting

/// The continuations that the callback work of a test has kept.
final class CallbackShelf: Sendable {
  private let held = EffectsLog<EffectsParcel<EffectContinuation<String>>>()

  var count: Int { held.entries.count }

  func keep(_ continuation: EffectContinuation<String>) { held.add(EffectsParcel(continuation)) }

  subscript(index: Int) -> EffectContinuation<String>? {
    held.entries.indices.contains(index) ? held.entries[index].value : nil
  }

  func letGo(_ index: Int = 0) { held.entries[index].value = nil }

  /// A store whose message `go` begins work that is kept, and `stop` cancels what carries the id `x`.
  func rig(
    in queue: EffectQueue? = nil, id: EffectID? = nil, onCancel: EffectsLog<String>? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) -> EffectsRig {
    EffectsRig { [self] message in
      if message == "stop" { return .cancel(id: "x") }
      guard message.hasPrefix("go") else { return .none }
      return .callback(in: queue, id: id, label: EffectLabel(message)) { continuation in
        if let onCancel { continuation.onCancel { onCancel.add(message) } }
        continuation.send("began \(message)")
        self.keep(continuation)
      }
    }
  }
}

/// Callback work by name, which goes on until a test ends it.
final class CallbackWorks: Sendable {
  private let begun = EffectsLog<(name: String, continuation: EffectContinuation<String>)>()
  let cancelled = EffectsLog<String>()

  var names: [String] { begun.entries.map(\.name) }

  func effect(_ name: String, in queue: EffectQueue? = nil) -> Effect<String> {
    .callback(in: queue, id: EffectID(name), label: EffectLabel(name)) { [self] continuation in
      continuation.onCancel { [cancelled] in cancelled.add(name) }
      begun.add((name, continuation))
    }
  }

  subscript(name: String) -> EffectContinuation<String>? {
    begun.entries.last { $0.name == name }?.continuation
  }

  /// A store whose messages begin the work of their names; `-a` cancels that of `a`, and `>a` is only heard.
  func rig(in queue: EffectQueue?, isolation: isolated (any Actor)? = #isolation) -> EffectsRig {
    EffectsRig { [self] message in
      if message.hasPrefix("-") { return .cancel(id: EffectID(String(message.dropFirst()))) }
      if message.hasPrefix(">") { return .none }
      return effect(message, in: queue)
    }
  }
}

extension Flow {
  /// Lets the home go on, turn by turn, until a fact holds.
  func callbackRun(until fact: () -> Bool, isolation: isolated (any Actor)? = #isolation) async {
    await eventually {
      pump()
      return fact()
    }
  }
}
