/// All that there is, in the shape of the well-known sample data: `{"posts": […], "todos": […], "users": […]}`.
public struct SampleFile: Codable, Hashable, Sendable {
  /// The notes.
  public var posts: [Note]
  /// The todos.
  public var todos: [Todo]
  /// The users.
  public var users: [User]

  /// A file.
  public init(posts: [Note] = [], todos: [Todo] = [], users: [User] = []) {
    self.posts = posts
    self.todos = todos
    self.users = users
  }

  /// A file; what it leaves out is empty, and what else it has is passed over.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    posts = try container.decodeIfPresent([Note].self, forKey: .posts) ?? []
    todos = try container.decodeIfPresent([Todo].self, forKey: .todos) ?? []
    users = try container.decodeIfPresent([User].self, forKey: .users) ?? []
  }
}
