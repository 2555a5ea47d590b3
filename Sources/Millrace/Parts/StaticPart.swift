/// A part that can stand in a static property of any type, also of a `Sendable` one: a function that makes
/// it.
///
/// ```swift
/// struct PictureFeature: Sendable {
///   static let row = StaticPart {
///     RowPart("row", at: \Gallery.pictures, { GalleryMessage.row($0, $1) }) { picture, message in
///       Picture.update(&picture, message)
///     }
///   }
/// }
/// let store = Store(Gallery(), parts: [PictureFeature.row]) { gallery, message in
///   switch message {
///   case .row(let id, let message): return PictureFeature.row.update(&gallery, id, message)
///   }
/// }
/// ```
///
/// The functions of a part run in the isolation of its store and may use what belongs to that, so a part is
/// not `Sendable`. The function that makes one is, because it uses nothing but `Sendable` values. Every store
/// gets a part of its own. What the part calls belongs to no actor: where the main actor is the default,
/// declare the type and its `update` as `nonisolated`.
///
/// Cost: the part is made for each store that declares it, and for each update.
public struct StaticPart<Made: StatePart>: StatePart, Sendable {
  private let make: @Sendable () -> Made

  /// Creates a static part.
  ///
  /// - Parameter make: A function that makes the part. Each time it makes the same one.
  public init(_ make: @escaping @Sendable () -> Made) {
    self.make = make
  }

  /// A new copy of the part.
  public var part: Made { make() }

  /// The declaration by which a store tracks the part.
  public var declaration: PartDeclaration<Made.State, Made.Message> { make().declaration }

  /// Applies a message to the part; see ``Part/update(_:_:)``.
  public func update<State, Message, PartMessage>(
    _ state: inout State, _ message: PartMessage
  ) -> Effect<Message> where Made == Part<State, Message, PartMessage> {
    make().update(&state, message)
  }

  /// Applies a message to a row; see ``RowPart/update(_:_:_:)``.
  public func update<State, Message, ID, RowMessage>(
    _ state: inout State, _ id: ID, _ message: RowMessage
  ) -> Effect<Message> where Made == RowPart<State, Message, ID, RowMessage> {
    make().update(&state, id, message)
  }
}
