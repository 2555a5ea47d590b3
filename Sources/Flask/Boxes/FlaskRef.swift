/// A reference in a state: it holds an object, and is equal to another if they hold the same one.
///
/// What happens inside of the object is nobody's change; putting another object in its place is.
///
/// ```swift
/// struct AppState: Flask.State { var image = FlaskRef<Image>() }
/// app.prop.image = FlaskRef(image)
/// ```
///
/// The object is held strongly, as a state must not change by itself, and it is not archived: a box that comes from an
/// archive is empty.
public struct FlaskRef<Object: AnyObject & Sendable>: Sendable {
  /// The object; nil in an empty box.
  public let object: Object?

  /// A box around an object, or an empty one.
  ///
  /// - Parameter object: What it holds for as long as it lives.
  public init(_ object: Object? = nil) {
    self.object = object
  }
}

extension FlaskRef: Hashable {
  /// Whether both hold the same object, or none.
  public static func == (left: Self, right: Self) -> Bool { left.object === right.object }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(object.map { ObjectIdentifier($0) }) }
}

extension FlaskRef: Codable {
  private enum NoKey: CodingKey {}

  /// An empty box, whatever was archived.
  public init(from decoder: any Decoder) throws {
    object = nil
  }

  /// Encodes an empty object.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: NoKey.self)
  }
}
