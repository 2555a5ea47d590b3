import Flask
import Testing

@Suite("Operators of optics, with Flask imported alone")
struct FlaskOperatorTests {
  nonisolated private struct Outer: Equatable { var inner = Inner() }
  nonisolated private struct Inner: Equatable { var count = 0 }

  @Test("Two lenses are composed by >>>")
  func composed() {
    let lens = Lens(\Outer.inner) >>> Lens(\Inner.count)
    #expect(lens.setting(Outer(), to: 3) == Outer(inner: Inner(count: 3)))
  }
}
