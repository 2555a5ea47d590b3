/// A text with a title.
///
/// In files it is a *post*, as in the well-known sample data of many tutorials.
public struct Note: Codable, Hashable, Sendable {
  /// The number of the author.
  public var userId: Int
  /// The number; negative until the server has assigned one.
  public var id: Int
  /// The title, one line.
  public var title: String
  /// The text, any number of lines.
  public var body: String

  public init(userId: Int, id: Int, title: String, body: String) {
    self.userId = userId
    self.id = id
    self.title = title
    self.body = body
  }
}

public struct Todo: Codable, Hashable, Sendable {
  /// The number of the author.
  public var userId: Int
  /// The number; negative until the server has assigned one.
  public var id: Int
  /// The title, one line.
  public var title: String
  public var completed: Bool

  public init(userId: Int, id: Int, title: String, completed: Bool) {
    self.userId = userId
    self.id = id
    self.title = title
    self.completed = completed
  }
}

/// An author of notes and todos.
public struct User: Codable, Hashable, Sendable {
  /// The number; negative until the server has assigned one.
  public var id: Int
  public var name: String
  public var username: String
  public var email: String
  public var address: Address?
  public var phone: String?
  public var website: String?
  public var company: Company?

  public struct Address: Codable, Hashable, Sendable {
    /// The street, with the house number.
    public var street: String
    /// The apartment or suite.
    public var suite: String
    public var city: String
    public var zipcode: String
    public var geo: Place?
  }

  /// A geographic position in degrees, as text like in the files.
  public struct Place: Codable, Hashable, Sendable {
    public var lat: String
    public var lng: String
  }

  public struct Company: Codable, Hashable, Sendable {
    public var name: String
    public var catchPhrase: String
    public var bs: String
  }
}
