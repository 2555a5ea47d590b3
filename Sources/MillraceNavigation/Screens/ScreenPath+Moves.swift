import Millrace

extension ScreenPath {
  /// Puts a screen on top, and returns its id.
  @discardableResult
  public mutating func push(_ screen: Screen) -> ScreenID {
    let id = nextID()
    table.append(screen, id: id)
    return id
  }

  /// Removes the screen on top and returns it; nil if the path is empty.
  @discardableResult
  public mutating func pop() -> Screen? {
    topID.flatMap { table.remove(id: $0) }
  }

  /// Removes all screens above the one with this id.
  ///
  /// Returns false, and changes nothing, if that screen is not in the path. O(removed screens).
  @discardableResult
  public mutating func pop(to id: ScreenID) -> Bool {
    guard let position = table.position(of: id) else { return false }
    cut(to: position + 1)
    return true
  }

  /// Removes all screens.
  public mutating func popAll() { cut(to: 0) }

  /// Removes the screen with this id and all above it, as the button of a navigation bar does.
  ///
  /// Returns false, and changes nothing, if that screen is not in the path. O(removed screens).
  @discardableResult
  public mutating func dismiss(_ id: ScreenID) -> Bool {
    guard let position = table.position(of: id) else { return false }
    cut(to: position)
    return true
  }

  /// Puts another screen in the place of the one with this id, and returns the new id.
  ///
  /// The screens above stay. Returns nil, and changes nothing, if the screen is not in the path.
  @discardableResult
  public mutating func replace(_ id: ScreenID, with screen: Screen) -> ScreenID? {
    guard let position = table.position(of: id) else { return nil }
    let new = nextID()
    table.remove(id: id)
    table.insert(screen, id: new, at: position)
    return new
  }

  /// Puts another screen in the place of the one on top, or pushes it in an empty path; returns its id.
  @discardableResult
  public mutating func replaceTop(with screen: Screen) -> ScreenID {
    topID.flatMap { replace($0, with: screen) } ?? push(screen)
  }

  /// Puts other screens in the place of all.
  ///
  /// Each gets a new id, even if it equals an earlier one. O(screens).
  public mutating func set(_ screens: some Sequence<Screen>) {
    popAll()
    for screen in screens { push(screen) }
  }

  /// Puts other screens in the place of all, and keeps those at the beginning that are the same, as a deep
  /// link does.
  ///
  /// A kept screen has its earlier state and id. O(screens).
  ///
  /// - Parameters:
  ///   - screens: The new screens, the lowest first.
  ///   - isSame: A function that returns true if the earlier screen, its first argument, shows the same as
  ///     the new one. It is called from the lowest on, until it returns false.
  public mutating func set(
    _ screens: some Sequence<Screen>, keepingWhere isSame: (_ earlier: Screen, _ new: Screen) -> Bool
  ) {
    let screens = Array(screens)
    var kept = 0
    while kept < min(count, screens.count), isSame(table.rows[kept], screens[kept]) { kept += 1 }
    cut(to: kept)
    for screen in screens[kept...] { push(screen) }
  }

  private mutating func nextID() -> ScreenID {
    lastNumber += 1
    return ScreenID(lastNumber)
  }

  /// Removes the screens above the lowest `count`, the top first.
  private mutating func cut(to count: Int) {
    while table.count > count, let id = topID { table.remove(id: id) }
  }
}
