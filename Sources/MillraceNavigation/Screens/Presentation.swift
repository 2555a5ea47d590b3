public import Millrace
public import MillraceOptics

/// At most one thing that is shown above the rest: a sheet, a full screen, or a dialog.
///
/// The cases of `Screen` are the things that may be shown; presenting one replaces another as a whole. The
/// same value tells any user interface what to show, and a dismissal by the user and one by the update are
/// the same change of it.
///
/// ```swift
/// var modal = Presentation<Modal>()
/// modal.present(.editor(Editor(note: note)))
/// modal.present(.question(.alert("Delete the note?", buttons: […])))   // the editor has left
/// modal.dismiss()
/// ```
///
/// Each thing has a ``ScreenID`` of its own, so that a late tap on one never reaches its successor. A
/// ``ScreenPart`` makes it a part of the state.
public struct Presentation<Screen> {
  var path = ScreenPath<Screen>()

  /// Creates a presentation of nothing.
  public init() {}

  /// Creates a presentation of a screen.
  public init(_ screen: Screen) {
    present(screen)
  }

  /// The presented screen; nil if there is none.
  public var screen: Screen? { path.top }

  /// The id of the presented screen; nil if there is none.
  public var id: ScreenID? { path.topID }

  /// The presented screen with its id; nil if there is none.
  public var presented: PresentedScreen<Screen>? {
    path.table.last.map { PresentedScreen(id: $0.id, screen: $0.row) }
  }

  /// Returns the presented screen with its id if it is of one kind, such as a case of an enum.
  public func presented<Part>(as kind: Prism<Screen, Part>) -> PresentedScreen<Part>? {
    guard let id, let part = screen.flatMap(kind.tryGet) else { return nil }
    return PresentedScreen(id: id, screen: part)
  }

  /// Presents a screen in the place of the earlier one, and returns its id.
  @discardableResult
  public mutating func present(_ screen: Screen) -> ScreenID { path.replaceTop(with: screen) }

  /// Ends the presentation; returns false if nothing was presented.
  @discardableResult
  public mutating func dismiss() -> Bool { path.pop() != nil }

  /// Ends the presentation of the screen with this id; returns false, and changes nothing, if it is not
  /// presented.
  @discardableResult
  public mutating func dismiss(_ id: ScreenID) -> Bool { path.dismiss(id) }

  /// Changes the presented screen in place, and returns the result of `body`.
  ///
  /// Returns nil, without calling `body`, if nothing is presented. The screen keeps its id.
  @discardableResult
  public mutating func update<Result, Failure: Error>(
    _ body: (inout Screen) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let id else { return nil }
    return try path.update(id, body)
  }
}

extension Presentation: Equatable where Screen: Equatable {}
extension Presentation: Hashable where Screen: Hashable {}
extension Presentation: Sendable where Screen: Sendable {}

extension Presentation: ChangeStamped {
  /// The stamp of the last change of the presentation or its screen.
  public var changeStamp: ChangeStamp { path.changeStamp }
}

extension Presentation: CustomStringConvertible {
  /// The id and the screen.
  public var description: String { path.description }
}

extension Presentation: Encodable where Screen: Encodable {
  /// Writes the form of a ``ScreenPath``.
  public func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }
}

extension Presentation: Decodable where Screen: Decodable {
  /// Reads the form that ``encode(to:)`` writes.
  ///
  /// Throws `DecodingError.dataCorrupted` if there is more than one screen, and as a ``ScreenPath`` does.
  public init(from decoder: any Decoder) throws {
    path = try ScreenPath(from: decoder)
    if path.count > 1 {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "A presentation has \(path.count) screens, but it shows one at a time."))
    }
  }
}

/// A presented screen with its id.
public struct PresentedScreen<Screen>: Identifiable {
  /// The identity, which another screen never has.
  public let id: ScreenID
  /// The screen.
  public let screen: Screen

  /// Creates a presented screen.
  public init(id: ScreenID, screen: Screen) {
    self.id = id
    self.screen = screen
  }
}

extension PresentedScreen: Equatable where Screen: Equatable {}
extension PresentedScreen: Hashable where Screen: Hashable {}
extension PresentedScreen: Sendable where Screen: Sendable {}
