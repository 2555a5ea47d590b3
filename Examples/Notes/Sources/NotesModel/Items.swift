/// A text with a title.
///
/// In files it is a *post*, as the well-known sample data of many tutorials call it.
public struct Note: Codable, Hashable, Sendable {
  /// Who wrote it.
  public var userId: Int
  /// Its number; negative while the server has not given it one.
  public var id: Int
  /// One line.
  public var title: String
  /// As many lines as one likes.
  public var body: String

  /// A note.
  public init(userId: Int, id: Int, title: String, body: String) {
    self.userId = userId
    self.id = id
    self.title = title
    self.body = body
  }
}

/// Something to be done.
public struct Todo: Codable, Hashable, Sendable {
  /// Who wrote it.
  public var userId: Int
  /// Its number; negative while the server has not given it one.
  public var id: Int
  /// One line.
  public var title: String
  /// Whether it is done.
  public var completed: Bool

  /// A todo.
  public init(userId: Int, id: Int, title: String, completed: Bool) {
    self.userId = userId
    self.id = id
    self.title = title
    self.completed = completed
  }
}

/// Somebody who writes notes and todos.
public struct User: Codable, Hashable, Sendable {
  /// Their number; negative while the server has not given it one.
  public var id: Int
  /// As they are called.
  public var name: String
  /// As they call themselves.
  public var username: String
  /// Where to write to.
  public var email: String
  /// Where they live.
  public var address: Address?
  /// Where to call.
  public var phone: String?
  /// Where to read about them.
  public var website: String?
  /// Where they work.
  public var company: Company?

  /// A user.
  public init(
    id: Int, name: String, username: String, email: String, address: Address? = nil, phone: String? = nil,
    website: String? = nil, company: Company? = nil
  ) {
    self.id = id
    self.name = name
    self.username = username
    self.email = email
    self.address = address
    self.phone = phone
    self.website = website
    self.company = company
  }

  /// Where somebody lives.
  public struct Address: Codable, Hashable, Sendable {
    /// The street, with the number of the house.
    public var street: String
    /// Where in the house.
    public var suite: String
    /// The city.
    public var city: String
    /// Its postal code.
    public var zipcode: String
    /// Where it is on earth.
    public var geo: Place?

    /// An address.
    public init(street: String, suite: String, city: String, zipcode: String, geo: Place? = nil) {
      self.street = street
      self.suite = suite
      self.city = city
      self.zipcode = zipcode
      self.geo = geo
    }
  }

  /// A place on earth, in degrees, as the files write them: in texts.
  public struct Place: Codable, Hashable, Sendable {
    /// North of the equator.
    public var lat: String
    /// East of Greenwich.
    public var lng: String

    /// A place.
    public init(lat: String, lng: String) {
      self.lat = lat
      self.lng = lng
    }
  }

  /// Where somebody works.
  public struct Company: Codable, Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// What it says of itself.
    public var catchPhrase: String
    /// What it does.
    public var bs: String

    /// A company.
    public init(name: String, catchPhrase: String, bs: String) {
      self.name = name
      self.catchPhrase = catchPhrase
      self.bs = bs
    }
  }
}
