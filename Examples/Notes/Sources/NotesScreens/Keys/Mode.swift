/// The meaning of keys, by the current place.
enum Mode: Hashable, CaseIterable, Sendable {
  case list
  /// The search field is open.
  case search
  case item
  case form
  case conflicts
  case conflict
  case log
  case help
}

extension Screen {
  /// The current mode.
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
