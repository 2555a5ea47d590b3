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
    case .sent, .editedSince: self = .waiting
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

  public init(item: Item, owner: String? = nil, standing: Standing = .shared) {
    self.item = item
    self.owner = owner
    self.standing = standing
  }
}

public struct ConflictSides: Hashable, Sendable {
  public let id: ItemID
  /// The local item; nil if it was deleted here.
  public let mine: Item?
  /// The server's item; nil if it was deleted there.
  public let theirs: Item?

  public init(id: ItemID, mine: Item?, theirs: Item?) {
    self.id = id
    self.mine = mine
    self.theirs = theirs
  }
}
