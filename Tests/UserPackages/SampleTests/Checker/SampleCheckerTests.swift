import Testing

@Suite("Sample checker") struct SampleCheckerTests {
  private let checker = SampleChecker(sources: [
    TextFile(
      path: "Boats.swift",
      text: """
        import Harbour
        import Wind

        func sail() {
          let boat = Boat()

          boat.raise(.mainsail)
          boat.leave()
        }
        """),
    TextFile(path: "Oars.swift", text: "let oars = 2\nrow(oars)\n"),
  ])

  private func problems(_ text: String) -> [String] {
    checker.problems(in: TextFile(path: "Guide.md", text: text))
  }

  @Test("a sample that stands in a source file is fine")
  func present() {
    #expect(problems("Text.\n```swift\nlet oars = 2\nrow(oars)\n```\n") == [])
  }

  @Test("indentation, blank lines and line ends do not count")
  func whiteSpace() {
    #expect(
      problems("- Item\n\n    ```swift\r\n\t  let boat = Boat()  \r\n      boat.raise(.mainsail)\r\n    ```")
        == [])
  }

  @Test("the imports a sample begins with may stand elsewhere in the same file")
  func imports() {
    #expect(problems("```swift\nimport Wind\n\nlet boat = Boat()\n```") == [])
    #expect(problems("```swift\nimport Harbour\nimport Wind\n```") == [])
    #expect(problems("```swift\nimport Wind\nlet oars = 2\n```").count == 1)
    #expect(problems("```swift\nimport Tide\nlet boat = Boat()\n```").count == 1)
  }

  @Test("a sample that stands nowhere is reported with its file and line")
  func missing() {
    #expect(
      problems("One\n\n```swift\nlet oars = 3\n```\n") == [
        "Guide.md:3: No file of Tests/UserPackages/SampleTests or Examples/Notes has this sample, line by line: let oars = 3"
      ])
  }

  @Test("lines that do not follow each other, or only begin alike, are not the sample")
  func contiguous() {
    #expect(problems("```swift\nlet boat = Boat()\nboat.leave()\n```").count == 1)
    #expect(problems("```swift\nboat.leave()\n```\n```swift\nboat.leave\n```").count == 1)
    #expect(problems("```swift\nboat.leave()\n}\nlet oars = 2\n```").count == 1)
  }

  @Test("every wrong sample of a document is reported, each at its own line")
  func all() {
    let found = problems("```swift\na()\n```\n```swift\nlet oars = 2\n```\n```swift\nb()\n```")
    #expect(found.map { $0.prefix(11) } == ["Guide.md:1:", "Guide.md:7:"])
  }

  @Test("only blocks of Swift are looked at, and those marked no-compile are left out")
  func kinds() {
    #expect(problems("```sh\nls\n```\n```\nx\n```\n```swift no-compile\nbroken(\n```") == [])
    #expect(problems("```Swift\nx()\n```").count == 1)
    #expect(
      problems("```swift no-compil\nx\n```") == [
        "Guide.md:1: A fence says 'swift' or 'swift no-compile', and this one says 'swift no-compil'."
      ])
  }

  @Test("a block inside an aside is a sample too")
  func aside() {
    #expect(problems("> Note: so.\n>\n> ```swift\n> row(oars)\n> ```") == [])
    #expect(problems("> ```swift\n> row(boat)\n> ```").count == 1)
  }

  @Test("a fence that is never closed, and an empty one, are reported")
  func malformed() {
    #expect(problems("```swift\nlet oars = 2") == ["Guide.md:1: The fence that opens here is never closed."])
    #expect(problems("```swift\n\n```") == ["Guide.md:1: This sample is empty."])
  }

  @Test("a longer fence may hold a shorter one")
  func nested() {
    #expect(problems("````md\n```swift\nnowhere()\n```\n````\n```swift\nrow(oars)\n```") == [])
    #expect(problems("````md\n```swift\n```\n````\n```swift\nnowhere()\n```").count == 1)
  }
}
