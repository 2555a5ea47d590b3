import Testing

@testable import GalleryProgram

@Suite("The arguments of gallery")
struct OptionsTests {
  private let names = ["life", "login", "todo"]

  @Test("Without arguments, or with help alone, no program is called")
  func none() throws {
    #expect(try Options([], names: names).program == nil)
    #expect(try Options(["--help"], names: names).isHelp)
    #expect(try Options(["life", "-h"], names: names).isHelp)
  }

  @Test("Options may stand before the program and behind it, and stand for lines")
  func lines() throws {
    let life = try Options(["--turns", "5", "life", "--script"], names: names)
    #expect(life.program == "life")
    #expect(life.turns == 5)
    #expect(life.isScripted)
    #expect(life.lines == ["sow", "show", "turns 5"])
    #expect(try Options(["login", "--diagram"], names: names).lines == ["diagram"])
    #expect(try Options(["todo"], names: names).lines == [])
  }

  @Test(
    "What cannot be followed is refused with a sentence",
    arguments: [
      (["tudo"], "There is no program 'tudo' in the gallery; there are life, login, todo."),
      (["todo", "--fast"], "'--fast' is not an option of gallery; 'gallery --help' lists them."),
      (["todo", "life"], "Only one program can be called; leave out 'life'."),
      (
        ["life", "--turns"],
        "'--turns' needs a number from 1 to 1000000 behind it, such as '--turns 60'; '' is none."
      ),
      (
        ["life", "--turns", "0"],
        "'--turns' needs a number from 1 to 1000000 behind it, such as '--turns 60'; '0' is none."
      ),
      (["todo", "--turns", "5"], "'--turns' is only for 'gallery life'."),
      (["--diagram"], "'--diagram' is only for 'gallery login'."),
    ])
  func refused(arguments: [String], sentence: String) {
    let error = #expect(throws: Options.Refusal.self) { try Options(arguments, names: names) }
    #expect(error?.description == sentence)
  }
}
