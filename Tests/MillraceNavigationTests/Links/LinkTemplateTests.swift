import MillraceNavigation
import TestResources
import Testing

/// Mistakes in the templates of links, which are the programmer's.
@Suite struct LinkTemplateTests {
  @Test(
    "A mistake in a template stops the program and says so", .realProcess,
    arguments: [
      ("notes", "The link template `notes` has 0 placeholders for 1 values"),
      ("notes/{a}/{b}", "The link template `notes/{a}/{b}` has 2 placeholders for 1 values"),
      ("notes?id", "The query item `id` of the link template `notes?id` has no placeholder"),
      ("notes/{a}?b={a}", "The link template `notes/{a}?b={a}` has a name twice"),
      (
        "notes#{a}",
        "The part `notes#{a}` of the link template `notes#{a}` has a character with a meaning in links"
      ),
    ])
  func mistakes(template: String, sentence: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [template = template as String] in
      _ = LinkPattern<Int>(template, { (number: Int) in number }, match: { $0 })
    }
    #if DEBUG
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(sentence))
    #endif
  }

  @Test("A scheme without a prefix stops the program and says so", .realProcess)
  func prefixes() async {
    await #expect(processExitsWith: .failure) { _ = LinkScheme<Int>([], []) }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LinkScheme<Int>(["notes://", ""], [])
    }
    #if DEBUG
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A link scheme has an empty prefix, which does not say whose links they are"))
    #endif
  }
}
