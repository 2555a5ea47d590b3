public import Millrace

/// A stack of screens in the state: the first is the lowest, the last is on top.
///
/// Screens are usually the cases of an enum, each with the state of its feature. Each screen has an id, which
/// stays while the screen is in the path and is never used again by the same path.
///
/// ```swift
/// var path = ScreenPath<Screen>()
/// let list = path.push(.list(NoteList()))
/// path.push(.detail(Detail(note: 7)))
/// path.pop(to: list)
/// ```
///
/// A ``ScreenPart`` makes each screen a part of the state, which ends as a whole when it leaves the path.
///
/// Two paths are equal if they have the same screens under the same ids and continue with the same id.
/// Compare ``screens`` to compare the screens alone.
public struct ScreenPath<Screen> {
  /// The screens by their ids, the lowest first.
  var table = RowTable<ScreenID, Screen>()
  /// The last number that was used.
  var lastNumber: UInt64 = 0
  /// The identity of this path and its copies as a part of the state.
  let origin = PartOrigin()

  /// Creates an empty path.
  public init() {}

  /// Creates a path of screens, the lowest first.
  public init(_ screens: some Sequence<Screen>) {
    for screen in screens { push(screen) }
  }

  // MARK: Reading

  /// The number of screens.
  public var count: Int { table.count }

  /// A Boolean value that indicates whether the path has no screens.
  public var isEmpty: Bool { table.isEmpty }

  /// The ids of the screens, the lowest first.
  public var ids: RowTable<ScreenID, Screen>.IDs { table.ids }

  /// The screens, the lowest first.
  public var screens: RowTable<ScreenID, Screen>.Rows { table.rows }

  /// The screen on top; nil in an empty path.
  public var top: Screen? { table.last?.row }

  /// The id of the screen on top; nil in an empty path.
  public var topID: ScreenID? { table.last?.id }

  /// Returns the screen with an id; nil if it is not in the path.
  public subscript(id: ScreenID) -> Screen? { table[id] }

  /// Returns true if the screen with this id is in the path.
  public func contains(_ id: ScreenID) -> Bool { table.contains(id: id) }

  // MARK: Changing one screen

  /// Changes the screen with this id in place, and returns the result of `body`.
  ///
  /// Returns nil, without calling `body`, if the screen is not in the path. The screen keeps its id.
  @discardableResult
  public mutating func update<Result, Failure: Error>(
    _ id: ScreenID, _ body: (inout Screen) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try table.update(id: id, body)
  }
}

extension ScreenPath: Equatable where Screen: Equatable {}
extension ScreenPath: Hashable where Screen: Hashable {}
extension ScreenPath: Sendable where Screen: Sendable {}

extension ScreenPath: ChangeStamped {
  /// The stamp of the last change of the path or of a screen.
  public var changeStamp: ChangeStamp { table.changeStamp }
}

extension ScreenPath: CustomStringConvertible {
  /// The ids and screens, the lowest first.
  public var description: String { table.description }
}
