import Testing

/// Mistakes of other runtimes of this kind, each with a test that it is not made here.
@Suite("Mistakes found in peers")
struct PeerMistakesTests {}
