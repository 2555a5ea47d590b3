/// A value that a server keeps under an id.
///
/// The id is the last part of the value's address, as it prints itself.
public protocol Entity: Codable, Sendable, Identifiable
where ID: Sendable & CustomStringConvertible {}

/// One kind of thing that a server keeps, and where.
///
/// What can be done with it is said by further protocols, each of which has a command and a handler:
/// ``ListFeature``, ``DetailFeature``, ``CreateFeature``, ``UpdateFeature`` and ``DeleteFeature``.
///
/// ```swift
/// struct Book: Entity {
///   let id: Int
///   var title: String
/// }
///
/// struct BookFeature: ListFeature, DetailFeature, DeleteFeature {
///   typealias Model = Book
///   let resource = "books"
/// }
///
/// try engine.use(feature: BookFeature(), at: url)
/// engine.execute(command: ListCommand<BookFeature>())
/// ```
public protocol RESTFeature: Sendable {
  /// What the server keeps.
  associatedtype Model: Entity

  /// Where it keeps it: the path below the server's address, such as `books` or `library/books`.
  var resource: String { get }
}
