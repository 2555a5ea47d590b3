import Millrace

/// Work that is answered by hand: what has begun and was not finished, by its label.
final class WorkByHand<Message: Sendable>: Sendable {
  private let begun = Guarded<[String: EffectContinuation<Message>]>([:])

  /// An effect that goes on until it is finished.
  func effect(_ label: String, in queue: EffectQueue? = nil, id: EffectID? = nil) -> Effect<Message> {
    .callback(in: queue, id: id, label: EffectLabel(label)) { [begun] continuation in
      begun.change { $0[label] = continuation }
    }
  }

  /// Sends a message of an effect; false when it is unwelcome.
  @discardableResult
  func send(_ label: String, _ message: Message) -> Bool {
    begun.read { $0[label] }?.send(message) ?? false
  }

  func finish(_ label: String) {
    begun.change { $0.removeValue(forKey: label) }?.finish()
  }
}

/// A value behind a lock.
final class Guarded<Value>: @unchecked Sendable {
  // Sound: tests touch it at one home only.
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func read<Result>(_ body: (Value) -> Result) -> Result { body(value) }

  func change<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}

/// Numbers from a seed.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }
}
