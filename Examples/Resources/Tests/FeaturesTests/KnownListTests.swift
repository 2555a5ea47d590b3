import Aftermath
import MillraceHTTP
import Testing

@testable import Features

@Suite("What is known of a list")
struct KnownListTests {
  private let one = Note(id: 1, text: "one")
  private let two = Note(id: 2, text: "two")

  @Test("is nothing before a list has come, whatever has changed")
  func nothing() {
    var known = KnownList<Note>()
    known.put(one)
    #expect(known.models == nil)
    let fetch = known.begin()
    #expect(known.models == nil)
    known.abandon(fetch)
    #expect(known.models == nil)
  }

  @Test("follows what is created, changed and removed")
  func changes() {
    var known = KnownList<Note>()
    let fetch = known.begin()
    #expect(known.end(fetch, with: [one]) == [one])
    known.put(two)
    known.put(Note(id: 1, text: "uno"))
    #expect(known.models == [Note(id: 1, text: "uno"), two])
    known.remove(1)
    known.remove(9)
    #expect(known.models == [two])
  }

  @Test("has the changes that were made while a list was fetched")
  func meanwhile() {
    var known = KnownList<Note>()
    known.put(Note(id: 2, text: "too old to matter"))
    let fetch = known.begin()
    known.put(Note(id: 1, text: "uno"))
    known.remove(2)
    #expect(known.end(fetch, with: [one, two]) == [Note(id: 1, text: "uno")])
  }

  @Test("is of two lists the one that was asked for last")
  func overtaking() {
    var known = KnownList<Note>()
    let (old, new) = (known.begin(), known.begin())
    #expect(known.end(new, with: [two]) == [two])
    #expect(known.end(old, with: [one]) == [two])
    #expect(known.models == [two])
  }

  @Test("is what the server says of a change that is older than the list, though another list is on its way")
  func olderChange() {
    var known = KnownList<Note>()
    let old = known.begin()
    known.put(Note(id: 1, text: "ours"))
    let new = known.begin()
    // Another client has changed it after us.
    let theirs = Note(id: 1, text: "theirs")
    #expect(known.end(new, with: [theirs]) == [theirs])
    #expect(known.end(old, with: [one]) == [theirs])
  }

  @Test("keeps no changes for a list that does not come")
  func failure() async throws {
    let client = HTTPClient { request in
      request.method == .get ? HTTPResponse(500) : try HTTPResponse.json(Note(id: 1, text: "one"))
    }
    let resource = Resource(NoteFeature(), at: try address(), environment: StoreEnvironment(client))
    await #expect(throws: RESTError.self) { try await resource.list() }
    #expect(try await resource.create(.init(text: "one")) == one)
    #expect(resource.memory.changeCount == 0)
  }

  @Test("keeps changes for no longer than a list is fetched that was asked for before them")
  func memory() {
    var known = KnownList<Note>()
    known.put(one)
    #expect(known.changeCount == 0)
    let first = known.begin()
    known.put(one)
    let second = known.begin()
    known.put(two)
    #expect(known.changeCount == 2)
    known.abandon(first)
    #expect(known.changeCount == 1)
    _ = known.end(second, with: [])
    #expect(known.changeCount == 0)
  }

  @Test("is the server's when nothing is under way, in whatever order answers come", arguments: 0..<20)
  func agreesWithServer(round: Int) {
    let seed = UInt64.random(in: .min ... .max)
    var generator = RandomSource.seeded(seed)
    var (known, server, lastID) = (KnownList<Note>(), [Note](), 0)
    /// The pending lists, with the server's answers.
    var fetches: [(number: Int, answer: [Note]?)] = []
    /// A change that the server has made and the client does not know of; changes are made one after the
    /// other.
    var unacknowledged: ((inout KnownList<Note>) -> Void)?

    for step in 0..<300 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: fetches.append((known.begin(), nil))
      case 1:
        if let index = fetches.indices.randomElement(using: &generator), fetches[index].answer == nil {
          fetches[index].answer = server
        }
      case 2:
        if let index = fetches.indices.randomElement(using: &generator) {
          let fetch = fetches.remove(at: index)
          if let answer = fetch.answer {
            _ = known.end(fetch.number, with: answer)
          } else {
            known.abandon(fetch.number)
          }
        }
      case 3:
        unacknowledged?(&known)
        unacknowledged = nil
      default:
        guard unacknowledged == nil else { continue }
        let isOld = Bool.random(using: &generator)
        if isOld, let index = server.indices.randomElement(using: &generator) {
          if Bool.random(using: &generator) {
            let id = server.remove(at: index).id
            unacknowledged = { $0.remove(id) }
          } else {
            server[index].text = "\(step)"
            unacknowledged = { [note = server[index]] in $0.put(note) }
          }
        } else {
          lastID += 1
          let note = Note(id: lastID, text: "\(step)")
          server.append(note)
          unacknowledged = { $0.put(note) }
        }
      }
      if fetches.isEmpty, unacknowledged == nil, let models = known.models {
        #expect(models == server, "seed \(seed), step \(step)")
      }
      if fetches.isEmpty { #expect(known.changeCount == 0, "seed \(seed), step \(step)") }
    }
    unacknowledged?(&known)
    for fetch in fetches { _ = known.end(fetch.number, with: fetch.answer ?? server) }
    if let models = known.models { #expect(models == server, "seed \(seed), at the end") }
  }
}
