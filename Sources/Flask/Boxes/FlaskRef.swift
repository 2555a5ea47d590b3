/// A reference to an object in a state, equal to another reference to the same object.
///
/// A change inside the object is no change of the state; a replacement of the object is one.
///
/// ```swift
/// struct AppState: Flask.State { var image = FlaskRef<Image>() }
/// app.prop.image = FlaskRef(image)
/// ```
///
/// The object is held strongly, because a state must not change by itself. It is not archived: a box decoded
/// from an archive is empty.
public struct FlaskRef<Object: AnyObject & Sendable>: Sendable {
  /// The object, or nil in an empty box.
  public let object: Object?

  /// Creates a box with an object, or an empty one.
  ///
  /// - Parameter object: The object, retained by the box.
  public init(_ object: Object? = nil) {
    self.object = object
  }
}

extension FlaskRef: Hashable {
  /// Returns true if both hold the same object, or none.
  public static func == (left: Self, right: Self) -> Bool { left.object === right.object }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(object.map { ObjectIdentifier($0) }) }
}

extension FlaskRef: Codable {
  private enum NoKey: CodingKey {}

  /// Creates an empty box, whatever was archived.
  public init(from decoder: any Decoder) throws {
    object = nil
  }

  /// Encodes an empty object.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: NoKey.self)
  }
}
