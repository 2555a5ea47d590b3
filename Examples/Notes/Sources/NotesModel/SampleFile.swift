/// All data in the format of the well-known sample data: `{"posts": […], "todos": […], "users": […]}`.
public struct SampleFile: Codable, Hashable, Sendable {
  public var posts: [Note]
  public var todos: [Todo]
  public var users: [User]

  public init(posts: [Note] = [], todos: [Todo] = [], users: [User] = []) {
    self.posts = posts
    self.todos = todos
    self.users = users
  }

  /// Decodes a file; missing members are empty, and unknown ones are ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    posts = try container.decodeIfPresent([Note].self, forKey: .posts) ?? []
    todos = try container.decodeIfPresent([Todo].self, forKey: .todos) ?? []
    users = try container.decodeIfPresent([User].self, forKey: .users) ?? []
  }
}
