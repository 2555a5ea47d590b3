import MillraceTesting
import Testing

/// The whole stories of three of the mistakes, as people read them.
@Suite struct GalleryStoryTests {
  private func told(_ scenario: @escaping @Sendable (isolated World) throws -> Void) async -> String {
    await Explorer().explore(scenario).finding.map { "\($0)" } ?? "nothing"
  }

  @Test(
    "The story of a late answer reaches from the first key to the results that do not belong to the query")
  func search() async {
    #expect(
      await told(GallerySearch.scenario(isRight: false)) == """
        The rule "the results belong to the query" does not hold at the end.

        1  typist            .typed("s")
                             starts search s
                             Search.query: "" → "s"
        2  typist            .typed("sw")
                             starts search sw
                             Search.query: "s" → "sw"
        3  effect search s   asks server: search s
        4  effect search s   server answers search s: "books on s"
        5  effect search sw  asks server: search sw
        6  effect search sw  server answers search sw: "books on sw"
        7  effect search sw  .found("books on sw")
                             Search.results: "" → "books on sw"
        8  effect search s   .found("books on s")
                             Search.results: "books on sw" → "books on s"

        To replay this run: Explorer(.replay("1.1.2.2.a0.2.3.3.a0.3.3.3.3.2.2.2"))
        """)
  }

  @Test("The story of a cache that is filled after it was cleared shows the shared values")
  func cache() async {
    #expect(
      await told(GalleryCache.scenario(isRight: false)) == """
        The rule "nothing of an account that was left is in the cache" does not hold at the end.

        1  reader                  .open
                                   starts open ada
        2  reader                  .leave
                                   starts clear the cache
                                   Mailbox.account: "ada" → nil
                                   Mailbox.session: 0 → 1
        3  effect open ada         asks server: mail of ada
        4  effect open ada         server answers mail of ada: "a letter to ada"
        5  effect clear the cache  cache.session: 0 → 1
        6  effect open ada         cache.mail: [:] → ["ada": "a letter to ada"]
        7  effect open ada         .opened("a letter to ada")

        To replay this run: Explorer(.replay("1.1.2.2.3.3.2.2.2.2"))
        """)
  }

  @Test("The story of a dropped key shows the time that passes")
  func debounce() async {
    #expect(
      await told(GalleryDebounce.scenario(isRight: false)) == """
        The rule "the last key counts" does not hold at the end.

        1  typist               .typed("s")
                                starts rest after s
                                Search.query: "" → "s"
                                Search.isWaiting: false → true
        2  typist               .typed("sw")
                                Search.query: "s" → "sw"
        3  clock                advances the time to 0.3 seconds
        4  effect rest after s  .rested("s")
                                Search.isWaiting: true → false
                                Search.searched: "" → "s"

        To replay this run: Explorer(.replay("1.1.2.t.2.2.2.2"))
        """)
  }
}
