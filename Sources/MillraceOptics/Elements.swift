extension AffineTraversal {
  /// Returns the affine traversal to the element at an index, if the collection has that index.
  ///
  /// An element is changed in place. To follow a row while others are inserted and removed, store the rows in
  /// a dictionary and use `value(forKey:)`: an index belongs to the position, a key to the row.
  @_alwaysEmitIntoClient
  public static func element(at index: Whole.Index) -> AffineTraversal
  where
    Whole: RandomAccessCollection & MutableCollection & SendableMetatype,
    Whole.Index: Sendable,
    Part == Whole.Element
  {
    AffineTraversal(
      tryGet: { whole in
        whole.startIndex <= index && index < whole.endIndex ? whole[index] : nil
      },
      modify: { whole, body in
        guard whole.startIndex <= index, index < whole.endIndex else { return false }
        body(&whole[index])
        return true
      })
  }

  /// Returns the affine traversal to the value of a key, if the dictionary has that key.
  ///
  /// A value is changed in place. Setting the value of an absent key adds nothing.
  @_alwaysEmitIntoClient
  public static func value<Key: Hashable & Sendable>(forKey key: Key) -> AffineTraversal
  where Whole == [Key: Part] {
    AffineTraversal(
      tryGet: { $0[key] },
      modify: { whole, body in
        guard let place = whole.index(forKey: key) else { return false }
        body(&whole.values[place])
        return true
      })
  }
}
