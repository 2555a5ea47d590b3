import Millrace
import MillraceCore
import MillraceOptics

/// Records a value by its old value.
struct ValueRecorder<State, Value: Equatable & Sendable>: UndoRecorder {
  private let optic: AffineTraversal<State, Value>
  private let cost: @Sendable (Value) -> Int
  private let restore: (@Sendable (Value, Value) -> Value)?

  init(
    _ optic: AffineTraversal<State, Value>, _ cost: @escaping @Sendable (Value) -> Int,
    _ restore: (@Sendable (Value, Value) -> Value)?
  ) {
    self.optic = optic
    self.cost = cost
    self.restore = restore
  }

  func begin(_ state: inout State) -> UndoRecordingEnd<State> {
    let old = optic.tryGet(state)
    return { state, earlier in
      // A part that has come or gone is not this part's to put back.
      guard let old, let new = optic.tryGet(state), !isUnchanged(new, from: old) else {
        return .unchanged
      }
      let first = (earlier as? OldValue<Value>)?.value ?? old
      return .changed(isUnchanged(new, from: first) ? nil : OldValue(value: first, cost: cost(first)))
    }
  }

  func takeBack(_ contents: any UndoContents, in state: inout State) -> Bool {
    guard let old = contents as? OldValue<Value> else { return false }
    return optic.modify(&state) { value in value = restore?(value, old.value) ?? old.value }
  }

  func decode(from decoder: any Decoder) throws -> any UndoContents {
    let value = try Coded<Value>(from: decoder).value
    return OldValue(value: value, cost: cost(value))
  }
}

/// The old value of a part.
struct OldValue<Value: Equatable & Sendable>: UndoContents {
  let value: Value
  let cost: Int

  func isEqual(to other: any UndoContents) -> Bool {
    (other as? OldValue).map { isUnchanged(value, from: $0.value) } ?? false
  }

  func encode(to encoder: any Encoder) throws { try Coded(value).encode(to: encoder) }
}
