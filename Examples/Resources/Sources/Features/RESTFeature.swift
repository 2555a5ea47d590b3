/// A value that a server stores under an id.
///
/// The id's description is the last component of the value's address.
public protocol Entity: Codable, Sendable, Identifiable
where ID: Sendable & CustomStringConvertible {}

/// A resource of a server: a type of models, and their path.
///
/// Further protocols add its operations, each with a command and a handler: ``ListFeature``,
/// ``DetailFeature``, ``CreateFeature``, ``UpdateFeature`` and ``DeleteFeature``.
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
  associatedtype Model: Entity

  /// The path below the server's address, such as `books` or `library/books`.
  var resource: String { get }
}
