public import Millrace
public import MillraceCore

// Parts for one of many rows, which the message names. A message for a missing row is not handled.
extension CombinedUpdater.Part {
  /// Creates a part for the row of a table that the message names.
  ///
  /// A message for a missing row is not handled.
  @inlinable
  public static func row<ID: Hashable & Sendable, Row: Model, Msg: Message>(
    of path: any WritableKeyPath<Mdl, RowTable<ID, Row>> & Sendable, _ updater: some Updater<Row>,
    id: @escaping @Sendable (_ message: Msg) -> ID
  ) -> Self {
    Self(of: Msg.self, updater) { message, typed, model in
      model[keyPath: path].update(id: id(typed)) { updater.apply(message, to: &$0) } ?? nil
    }
  }

  /// Creates a part for the element of an array that has the id in the message.
  ///
  /// If several elements have the id, the first one is changed. A message for a missing id is not handled.
  /// O(elements); a row of a `RowTable` is found in constant time.
  @inlinable
  public static func row<Row: Model & Identifiable, Msg: Message>(
    of path: any WritableKeyPath<Mdl, [Row]> & Sendable, _ updater: some Updater<Row>,
    id: @escaping @Sendable (_ message: Msg) -> Row.ID
  ) -> Self {
    Self(of: Msg.self, updater) { message, typed, model in
      let id = id(typed)
      guard let index = model[keyPath: path].firstIndex(where: { isUnchanged($0.id, from: id) }) else {
        return nil
      }
      return updater.apply(message, to: &model[keyPath: path][index])
    }
  }

  /// Creates a part for the element of an array at the index in the message.
  ///
  /// A message for an index outside of the array is not handled.
  @inlinable
  public static func row<Row: Model, Msg: Message>(
    of path: any WritableKeyPath<Mdl, [Row]> & Sendable, _ updater: some Updater<Row>,
    index: @escaping @Sendable (_ message: Msg) -> Int
  ) -> Self {
    Self(of: Msg.self, updater) { message, typed, model in
      let index = index(typed)
      guard model[keyPath: path].indices.contains(index) else { return nil }
      return updater.apply(message, to: &model[keyPath: path][index])
    }
  }

  /// Creates a part for the value of a dictionary under the key in the message.
  ///
  /// A message for a missing key is not handled.
  @inlinable
  public static func row<Key: Hashable & Sendable, Row: Model, Msg: Message>(
    of path: any WritableKeyPath<Mdl, [Key: Row]> & Sendable, _ updater: some Updater<Row>,
    key: @escaping @Sendable (_ message: Msg) -> Key
  ) -> Self {
    Self(of: Msg.self, updater) { message, typed, model in
      guard let index = model[keyPath: path].index(forKey: key(typed)) else { return nil }
      return updater.apply(message, to: &model[keyPath: path].values[index])
    }
  }
}
