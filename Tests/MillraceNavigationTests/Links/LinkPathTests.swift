import MillraceNavigation
import Testing

/// Links to several routes, one behind the other.
@Suite struct LinkPathTests {
  enum Stop: Equatable, Sendable {
    case albums
    case album(Int)
    case photo(Int)
    case comments
    case search(String)
  }

  private let links = LinkScheme<Stop>(
    ["album://"],
    [
      LinkPattern("albums/{id}", Stop.album) { if case .album(let id) = $0 { id } else { nil } },
      LinkPattern("albums", .albums),
      LinkPattern("photos/{id}", Stop.photo) { if case .photo(let id) = $0 { id } else { nil } },
      LinkPattern("comments", .comments),
      LinkPattern("search?q={words}", Stop.search) { if case .search(let words) = $0 { words } else { nil } },
    ])

  @Test("A link leads to a path of routes, and back")
  func paths() throws {
    let paths: [([Stop], String)] = [
      ([], "album://"),
      ([.albums], "album://albums"),
      ([.album(3), .photo(7), .comments], "album://albums/3/photos/7/comments"),
      ([.albums, .album(3)], "album://albums/albums/3"),
      ([.search("sea & sand"), .photo(7)], "album://search/photos/7?q=sea%20%26%20sand"),
      ([.albums, .albums, .comments], "album://albums/albums/comments"),
    ]
    for (path, link) in paths {
      #expect(try links.link(to: path) == link)
      #expect(try links.routes(from: link) == path)
    }
  }

  @Test("A link that cannot be divided into routes names the first flaw")
  func flaws() {
    func sentence(_ link: String) -> String? {
      #expect(throws: LinkError.self) { try links.routes(from: link) }.map { "\($0)" }
    }
    #expect(sentence("album://albums/3/nowhere")?.contains("leads nowhere") == true)
    #expect(sentence("album://photos/x/comments")?.contains("`x` is not a value of the type Int") == true)
    #expect(sentence("album://albums/3/search")?.contains("for `words`") == true)
  }

  @Test("Routes whose links meet are refused when they are written")
  func meeting() {
    #expect(throws: LinkError.self) { try links.link(to: [Stop.search("a"), .search("b")]) }
  }

  @Test("A long path takes no more than its length")
  func long() throws {
    let path = (0..<500).map { Stop.album($0) }
    #expect(try links.routes(from: links.link(to: path)) == path)
  }
}
