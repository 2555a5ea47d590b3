/// What keys are for, by where the person is.
enum Mode: Hashable, CaseIterable, Sendable {
  /// A list is in front.
  case list
  /// Words to look for are being typed.
  case search
  /// An item is read.
  case item
  /// A form is filled in.
  case form
  /// The list of conflicts is in front.
  case conflicts
  /// Both sides of a conflict are read.
  case conflict
  /// The log is read.
  case log
  /// The keys are read.
  case help
}

extension Screen {
  /// What keys are for now.
  var mode: Mode {
    switch place {
    case .list: isSearching ? .search : .list
    case .item: .item
    case .form: .form
    case .conflicts: .conflicts
    case .conflict: .conflict
    case .log: .log
    case .help: .help
    }
  }
}
