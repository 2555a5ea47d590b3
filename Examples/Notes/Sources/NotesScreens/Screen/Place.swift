public import NotesModel

/// Where the person is, with what belongs to being there.
public enum Place: Codable, Hashable, Sendable {
  /// A list; where one is in it, the screen knows for each kind.
  case list(Kind)
  /// An item; so many lines of it are above the window.
  case item(ItemID, scroll: Int)
  /// A form.
  case form(Form)
  /// The list of conflicts.
  case conflicts
  /// Both sides of a conflict; so many lines are above the window.
  case conflict(ItemID, scroll: Int)
  /// What has happened, until the turn of this number; nil for what comes, too.
  case log(until: UInt64?)
  /// The keys; so many lines are above the window.
  case help(scroll: Int)

  /// Where this is: places of one destination are one place, however far they are scrolled.
  public var destination: Destination {
    switch self {
    case .list(let kind): .list(kind)
    case .item(let id, _): .item(id)
    case .form(let form): form.target.destination
    case .conflicts: .conflicts
    case .conflict(let id, _): .conflict(id)
    case .log: .log
    case .help: .help
    }
  }

  /// How far it is scrolled; setting it has no effect on what does not scroll.
  var scroll: Int {
    get {
      switch self {
      case .item(_, let scroll), .conflict(_, let scroll), .help(let scroll): scroll
      case .list, .form, .conflicts, .log: 0
      }
    }
    set {
      switch self {
      case .item(let id, _): self = .item(id, scroll: newValue)
      case .conflict(let id, _): self = .conflict(id, scroll: newValue)
      case .help: self = .help(scroll: newValue)
      case .list, .form, .conflicts, .log: break
      }
    }
  }

  /// The list that it belongs to; nil for what belongs to none.
  var kind: Kind? {
    switch self {
    case .list(let kind): kind
    case .item(let id, _): id.kind
    case .form(let form): form.target.kind
    case .conflicts, .conflict, .log, .help: nil
    }
  }
}
