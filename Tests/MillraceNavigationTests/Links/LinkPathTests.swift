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
    #expect(sentence("album://albums/3/search")?.contains("The query item `q` is missing") == true)
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

  @Test("A pattern without a path is a whole link, which is read as it is written", arguments: 0..<20)
  func withoutPath(seed: UInt64) throws {
    let links = Route.links
    #expect(try links.routes(from: "https://notes.example/") == [.home])
    #expect(try links.link(to: [Route.home]) == links.link(to: Route.home))
    var dice = Dice(seed: seed)
    for _ in 0..<100 {
      let path: [Route] = (0..<dice.next(4)).map { _ in
        switch dice.next(5) {
        case 0, 1: .home
        case 2: .note(dice.next(9))
        case 3: .profile("a b", .likes)
        default: .search(words: "tea", page: dice.next(2) == 0 ? nil : 2, tags: ["x"])
        }
      }
      do {
        #expect(try links.routes(from: links.link(to: path)) == path)
        #expect(path == [.home] || !path.isEmpty && !path.contains(.home))
      } catch LinkError.withoutPath(let route) {
        #expect(route == "home" && path.count > 1 && path.contains(.home))
      } catch {
        let searches = path.count { if case .search = $0 { true } else { false } }
        #expect(path.isEmpty || searches > 1, "seed \(seed): \(path) \(error)")
      }
    }
  }

  @Test("A route without a path among others is a sentence")
  func amongOthers() {
    let error = #expect(throws: LinkError.self) { try Route.links.link(to: [Route.home, .note(1)]) }
    #expect(
      error.map { "\($0)" }
        == "The link to the route `home` has no path, so that others would hide it; write the route alone, or give its pattern a segment."
    )
  }
}
