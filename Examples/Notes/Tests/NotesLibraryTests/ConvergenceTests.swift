import Katana
import NotesModel
import Testing

@testable import NotesLibrary

@Suite("However things come, everybody has the same in the end")
struct ConvergenceTests {
  @Test(
    "Every client has what the server has but for conflicts, and no edit is swallowed",
    arguments: UInt64(0)..<10)
  func converges(part: UInt64) throws {
    for seed in part * 50..<(part + 1) * 50 {
      var story = Story(seed: seed)
      let flaws = try story.run()
      #expect(flaws == [], "seed \(seed)")
      if !flaws.isEmpty { return }
    }
  }
}

/// Two people at one server, for a while.
private struct Story {
  var random: Random
  var server = ModelServer()
  var sites = [Site("a"), Site("b")]
  var flaws: [String] = []

  init(seed: UInt64) { random = Random(seed: seed) }

  mutating func run() throws -> [String] {
    for _ in 0..<150 {
      try step(random.below(sites.count))
      if !flaws.isEmpty { return flaws }
    }
    settle()
    check()
    // One round for each conflict: what one person keeps is another's conflict, at most once.
    for _ in 0..<20 where sites.contains(where: { !$0.client.library.conflicts.isEmpty }) {
      for place in sites.indices {
        while !sites[place].client.library.conflicts.isEmpty { sites[place].resolve(&random) }
        settle()
      }
      check()
    }
    if sites.contains(where: { !$0.client.library.conflicts.isEmpty }) {
      flaws.append("conflicts do not end")
    }
    return flaws
  }

  private mutating func step(_ place: Int) throws {
    switch random.below(12) {
    case 0...3: sites[place].act(&random)
    case 4: flaws += sites[place].push(to: &server, losing: false)
    case 5, 6: flaws += sites[place].push(to: &server, losing: true)
    case 7: sites[place].hear(from: server, atMost: random.below(4), again: random.below(3))
    case 8: sites[place].hearAgain(&random)
    case 9: sites[place].connect(to: server)
    case 10: sites[place].disconnect()
    default: if random.below(4) == 0 { try sites[place].restart() }
    }
    flaws += sites[place].client.flaws
    let titles = sites[place].client.library.entries.rows.filter { !$0.isDeleted }.map(\.item.title)
    if Set(titles).count < titles.count {
      flaws.append("\(sites[place].name) sees one item twice: \(titles)")
    }
  }

  /// Everybody is connected, and everything arrives.
  private mutating func settle() {
    for _ in 0..<50 {
      for place in sites.indices {
        sites[place].connect(to: server)
        while !sites[place].outbound.isEmpty { flaws += sites[place].push(to: &server, losing: false) }
        sites[place].hear(from: server, atMost: .max)
      }
      if sites.allSatisfy({ $0.outbound.isEmpty && $0.client.library.cursor == server.sequence }) { return }
    }
    flaws.append("it does not come to rest")
  }

  private mutating func check() {
    for site in sites {
      let library = site.client.library
      flaws += site.client.flaws
      if !library.outbox.isEmpty { flaws.append("\(site.name) waits for \(library.outbox)") }
      for (id, entry) in library.entries {
        let there = server.item(id)
        switch entry.state {
        case .conflict(let theirs, _):
          if theirs != there {
            flaws.append("\(site.name) takes \(id) for \(theirs as Any), and it is \(there as Any)")
          }
        default:
          if entry.content != there {
            flaws.append("\(site.name) has \(entry), and the server \(there as Any)")
          }
          if entry.version != server.records[id]?.version { flaws.append("\(site.name) has an old \(id)") }
        }
      }
      for (id, record) in server.records where record.item != nil && library.entries[id] == nil {
        flaws.append("\(site.name) lacks \(id)")
      }
      let kept = Set(library.conflicts.compactMap { library.entries[$0]?.item.title })
      let lost = site.written.subtracting(server.stored).subtracting(site.dropped)
        .subtracting(kept)
      if !lost.isEmpty { flaws.append("\(site.name) has lost \(lost.sorted())") }
    }
  }
}
