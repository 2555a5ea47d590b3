import Katana
import Testing

@Suite("The words of the original Katana")
@MainActor struct KatanaOriginalTests {
}
