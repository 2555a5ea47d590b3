extension RowTable {
  /// The stamp of the last change of this table: of a row, of the ids or of their order.
  @_alwaysEmitIntoClient
  public var changeStamp: ChangeStamp { log.stamper.current }

  /// Returns the stamp of the last change of the row with this id, or `nil` if there is none.
  ///
  /// It is the same in every copy of the table that did not change the row. Moving a row does not change it.
  @_alwaysEmitIntoClient
  public func changeStamp(of id: ID) -> ChangeStamp? {
    storage.slot(of: id).map { storage.slots[$0].stamp }
  }

  /// Returns the changes from the state with this stamp to the present one, as far as the table remembers
  /// them.
  ///
  /// It remembers about as many changes as it has rows, at least 8 and at most 512, since the last change of
  /// everything: ``sort(by:)``, ``updateAll(_:)``, ``removeAll(keepingCapacity:)``, or its creation from a
  /// sequence or a decoder. O(log of their number).
  @_alwaysEmitIntoClient
  public func changes(since stamp: ChangeStamp) -> TableChanges<ID> {
    log.changes(since: stamp)
  }
}
