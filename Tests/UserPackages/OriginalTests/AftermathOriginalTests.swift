import Aftermath
import Testing

@Suite("The words of the original Aftermath")
@MainActor struct AftermathOriginalTests {
}
