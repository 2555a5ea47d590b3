import Testing

@Suite("Types of samples") struct SampleTypesTests {
  private let sailing = TextFile(
    path: "Sources/Harbour.docc/Sailing.md",
    text: "# Sailing\n\n```swift\nimport Harbour\n\nstruct Boat { let sail: Sail }\nstruct Sail {}\n```\n")

  private func problems(_ text: String) -> [String] {
    let article = TextFile(path: "Rowing.md", text: text)
    let types = SampleTypes(
      sources: [
        TextFile(path: "Boats.swift", text: "struct Boat {}\nenum Sail {}\nclass Oar {}\nactor Store {}")
      ],
      libraryNames: ["Store"], articles: [sailing, article])
    return types.problems(in: article)
  }

  @Test("a sample that declares its types, after its imports, is fine")
  func declared() {
    let samples = "```swift\nimport Harbour\nclass Oar {}\n```\n```swift\nlet oar = Oar()\n```"
    #expect(problems("# Rowing\n\(samples)") == [])
  }

  @Test("a type that no sample declares is reported, a library's type and a word in a text are not")
  func missing() {
    #expect(
      problems("# Rowing\n```swift\nimport Harbour\nlet store = Store(Boat(), \"Oar\")  // Sail\n```") == [
        "Rowing.md: Its samples use Boat; declare each in a sample, or name the article that does."
      ])
  }

  @Test("an article may use the types of one that it names, by title or by link")
  func named() {
    let sample = "```swift\nimport Harbour\nlet boat = Boat(Sail())\n```"
    #expect(problems("# Rowing\nSee *Sailing*.\n\(sample)") == [])
    #expect(problems("# Rowing\nSee <doc:Sailing>.\n\(sample)") == [])
    #expect(problems("# Rowing\nSee Sailing.\n\(sample)").count == 1)
  }

  @Test("an article begins with imports, a module's page may begin with an excerpt")
  func beginning() {
    #expect(
      problems("# Rowing\n```swift\nrow()\n```") == [
        "Rowing.md: Its first sample begins with `row()`; begin it with its imports."
      ])
    #expect(problems("# ``Rowing``\n```swift\nrow()\n```") == [])
  }
}
