public import NotesLibrary
public import NotesModel

/// The displayed state of an item's synchronisation.
public enum Standing: String, Hashable, Sendable {
  /// It equals the server's item.
  case shared
  /// A change waits to be sent, or for its answer.
  case waiting
  /// Another client has changed it as well.
  case conflict

  public init(_ entry: Entry) {
    switch entry.state {
    case .shared: self = .shared
    case .sent: self = .waiting
    case .conflict: self = .conflict
    }
  }

  /// The mark before its title.
  var mark: String {
    switch self {
    case .shared: " "
    case .waiting: "↑"
    case .conflict: "!"
    }
  }
}

extension ItemID {
  /// The item's name in a sentence: `note 42`, or `new note` until the server has assigned a number.
  var words: String { isShared ? "\(kind.singular) \(number)" : "new \(kind.singular)" }
}

/// The visible details of an item.
public struct Detail: Hashable, Sendable {
  public let item: Item
  /// The author; nil if unknown.
  public let owner: String?
  /// The state of synchronisation.
  public let standing: Standing
}

public struct ConflictSides: Hashable, Sendable {
  public let id: ItemID
  /// The local item; nil if it was deleted here.
  public let mine: Item?
  /// The server's item; nil if it was deleted there.
  public let theirs: Item?
}
