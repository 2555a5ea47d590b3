import Testing

@testable import Measuring

extension MeasuringTests {
  @Suite struct OptionsTests {
    let known = ["dispatch", "fanout", "select"]

    @Test("without arguments all rows are measured and the table is printed")
    func defaults() throws {
      let options = try Options(arguments: [], known: known)
      #expect(options.rows == known)
      #expect(!options.json && !options.quick && !options.strict && !options.list && !options.help)
    }

    @Test("a flag sets its own option and no other")
    func flags() throws {
      let flags: [(String, (inout Options) -> Void)] = [
        ("--json", { $0.json = true }), ("--quick", { $0.quick = true }), ("--strict", { $0.strict = true }),
        ("--list", { $0.list = true }), ("--help", { $0.help = true }), ("-h", { $0.help = true }),
      ]
      for (flag, set) in flags {
        var expected = try Options(arguments: [], known: known)
        set(&expected)
        #expect(try Options(arguments: [flag], known: known) == expected)
      }
    }

    @Test("named rows are measured once each, in the order of the report")
    func namedRows() throws {
      let options = try Options(arguments: ["select", "--json", "dispatch", "select"], known: known)
      #expect(options.rows == ["dispatch", "select"])
    }

    @Test("an unknown flag is an error that names it and says where to look")
    func unknownFlag() {
      let error = #expect(throws: OptionError.self) { try Options(arguments: ["--fast"], known: known) }
      #expect(
        error?.description
          == "The flag `--fast` does not exist; run `millrace-bench --help` to see those that do.")
    }

    @Test("an unknown row is an error that lists the rows there are")
    func unknownRow() {
      let error = #expect(throws: OptionError.self) { try Options(arguments: ["fan"], known: known) }
      #expect(error?.description == "There is no row `fan`; the rows are dispatch, fanout, select.")
    }

    @Test("a quick measurement has fewer runs, yet at least seven")
    func runs() throws {
      let full = try Options(arguments: [], known: known)
      let quick = try Options(arguments: ["--quick"], known: known)
      #expect(quick.runs >= 7)
      #expect(quick.runs < full.runs)
    }

    @Test("a check and a record name their file, and make many short runs")
    func thresholds() throws {
      let check = try Options(arguments: ["--check", "6.3.json", "select"], known: known)
      #expect(check.thresholds == .check("6.3.json"))
      #expect(check.rows == ["select"])
      #expect(check.isShort && check.runs == 15)
      #expect(
        try Options(arguments: ["--record", "6.3.json"], known: known).thresholds == .record("6.3.json"))
    }

    @Test(
      "a check without its file is an error that shows how to name one", arguments: ["--check", "--record"])
    func missingFile(flag: String) {
      for rest in [[], ["--json"]] {
        let error = #expect(throws: OptionError.self) {
          try Options(arguments: [flag] + rest, known: known)
        }
        #expect(
          error?.description
            == "The flag `\(flag)` needs the path of a file of thresholds, as in "
            + "`\(flag) Benchmarks/Thresholds/6.3.json`.")
      }
    }
  }
}
