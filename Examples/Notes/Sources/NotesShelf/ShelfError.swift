public import NotesModel

/// The reason why a command is refused.
public enum ShelfError: Error, Hashable, Sendable {
  case noItem(ItemID)
  /// The item has another version than the required one; nil when it was deleted.
  case otherVersion(ItemID, version: Int, current: Item?)
  case wrongShape([Flaw])
  case keyReused(String)
  /// The item's number is too far above the others, or there is none left.
  case numberTooHigh(ItemID, limit: Int)
  /// The command is about an item whose creation was refused, or was forgotten.
  case unknownCreation(String)
}

extension ShelfError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noItem(let id): "There is no \(id.kind.singular) \(id.number)."
    case .otherVersion(let id, let version, nil):
      """
      The \(id.kind.singular) \(id.number) was deleted in version \(version); restore it with `If-None-Match: *`, or \
      leave it deleted.
      """
    case .otherVersion(let id, let version, .some):
      """
      The \(id.kind.singular) \(id.number) has version \(version), which is not the version of the request; read \
      `current`, and send the request again with that version.
      """
    case .wrongShape(let flaws):
      "The body has \(flaws.count == 1 ? "an invalid member" : "\(flaws.count) invalid members"): "
        + flaws.prefix(3).map { $0.path.isEmpty ? $0.detail : "`\($0.path)` \($0.detail)" }.joined(
          separator: "; ")
        + (flaws.count > 3 ? "; …" : ".")
    case .keyReused(let key):
      "The `Idempotency-Key` \(key) was used for another request before; use a new key for each request."
    case .numberTooHigh(let id, let limit):
      """
      No \(id.kind.singular) can have the number \(id.number), because numbers are assigned in order and have reached \
      \(limit); create it with `POST`, or use a lower number.
      """
    case .unknownCreation(let key):
      "The item that the request \(key) should have created does not exist; create it again."
    }
  }
}
