public import Millrace
import MillraceCore

extension Journal {
  /// Records a part of a store in place of its turns, from the start on, and restores it.
  ///
  /// Each turn that changes the part is recorded as the value that the part has afterwards. Use it for a
  /// store whose other parts are not to be kept, or whose messages have no archived form. A store is recorded
  /// either so or by ``record(_:state:messages:)``, with one part. A past state of the store is that of the
  /// part.
  ///
  /// ```swift
  /// try journal.keep(\.settings, of: store, as: RecordSchema("settings"))
  /// ```
  ///
  /// Cost: a comparison of the part for each turn of the store.
  ///
  /// - Parameters:
  ///   - part: The part of the state.
  ///   - store: The store.
  ///   - schema: The archived form of the part.
  /// - Throws: ``JournalError`` when the store belongs to another flow, its name is taken, the schema is
  ///   invalid, or the journal was started already.
  public func keep<State, Message, Value: Equatable & Sendable>(
    _ part: WritableKeyPath<State, Value>, of store: Store<State, Message>, as schema: RecordSchema<Value>
  ) throws(JournalError) {
    var last = store.withState { $0[keyPath: part] }
    try record(
      Recordable<Value, Value>(
        name: store.storeName, flow: store.flow, states: schema, messages: schema.named(adding: ".change"),
        kept: { _ in
          let value = store.withState { $0[keyPath: part] }
          if isUnchanged(value, from: last) { return nil }
          last = value
          return value
        },
        state: { store.withState { $0[keyPath: part] } },
        replace: { value in
          last = value
          var state = store.withState { copy $0 }
          state[keyPath: part] = value
          store.restore(state)
        },
        change: { $0 = $1 }))
  }
}
