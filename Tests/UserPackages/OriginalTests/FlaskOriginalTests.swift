import Flask
import Testing

@Suite("The words of the original Flask")
@MainActor struct FlaskOriginalTests {
}
