/// A change of a table that takes back another one: the old contents that the other has replaced.
///
/// ``RowTable/takeBack(_:restoring:)`` applies it.
@usableFromInline
package indirect enum TableInverse<ID: Hashable, Row> {
  /// The row was changed; this is the old one.
  case updated(ID, Row)
  /// The row was added.
  case inserted(ID)
  /// This row was removed from its position.
  case removed(ID, Row, position: Int)
  /// These rows were moved from their positions, which ascend.
  case moved([TablePlace<ID>])
  /// The rows were sorted; these are the ids in their old order.
  case reordered([ID])
  /// All rows of this table were removed.
  case removedAll(RowTable<ID, Row>)
  /// All rows were changed; this is the old table.
  case updatedAll(RowTable<ID, Row>)
}

/// A row's id and its position.
@usableFromInline
package struct TablePlace<ID: Hashable>: Equatable {
  @usableFromInline package let id: ID
  @usableFromInline package let position: Int

  @usableFromInline
  package init(id: ID, position: Int) {
    self.id = id
    self.position = position
  }
}

extension TableInverse: Sendable where ID: Sendable, Row: Sendable {}
extension TablePlace: Sendable where ID: Sendable {}
