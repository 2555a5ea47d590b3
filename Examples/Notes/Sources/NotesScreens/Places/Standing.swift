public import NotesLibrary
public import NotesModel

/// How an item stands with the server, as far as it is shown.
public enum Standing: String, Hashable, Sendable {
  /// As the server has it.
  case shared
  /// A change waits to be sent, or is on its way.
  case waiting
  /// Somebody else has changed it as well.
  case conflict

  /// How an entry of the library stands.
  public init(_ entry: Entry) {
    switch entry.state {
    case .shared: self = .shared
    case .sent, .editedSince: self = .waiting
    case .conflict: self = .conflict
    }
  }

  /// What stands before its title.
  var mark: String {
    switch self {
    case .shared: " "
    case .waiting: "↑"
    case .conflict: "!"
    }
  }
}

extension ItemID {
  /// The item in a sentence: `note 42`, or `new note` while the server has not given it a number.
  var words: String { isShared ? "\(kind.singular) \(number)" : "new \(kind.singular)" }
}

/// All that can be seen of an item.
public struct Detail: Hashable, Sendable {
  /// The item.
  public let item: Item
  /// Whose it is; nil if that is not known.
  public let owner: String?
  /// How it stands with the server.
  public let standing: Standing

  /// An item to be seen.
  public init(item: Item, owner: String? = nil, standing: Standing = .shared) {
    self.item = item
    self.owner = owner
    self.standing = standing
  }
}

/// Both sides of a conflict.
public struct ConflictSides: Hashable, Sendable {
  /// Which item.
  public let id: ItemID
  /// What it is here; nil if it was deleted here.
  public let mine: Item?
  /// What it is at the server; nil if it was deleted there.
  public let theirs: Item?

  /// The sides of a conflict.
  public init(id: ItemID, mine: Item?, theirs: Item?) {
    self.id = id
    self.mine = mine
    self.theirs = theirs
  }
}
