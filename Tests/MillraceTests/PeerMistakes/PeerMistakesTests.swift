import Testing

/// What went wrong in other runtimes of this kind, each mistake a test that it is not made here.
@Suite("Mistakes found in peers")
struct PeerMistakesTests {}
