import Testing

/// The reader of Swift source that the other rules stand on.
@Suite struct SwiftCodeTests {
  @Test func `comments and strings are blank and code stays in place`() {
    let code = SwiftCode(
      #"""
      a /* b /* c */ d */ e // f
      let g = "h \" i \(j("k")) l" + m
      let n = """
        o \(p) "q"
        """ + r
      """#)
    #expect(
      code.lines == [
        "a                   e     ",
        #"let g = "        (j(" "))  " + m"#,
        #"let n = """"#,
        "     (p)    ",
        #"  """ + r"#,
      ])
  }

  @Test func `a raw string ends at its own delimiter`() {
    #expect(
      SwiftCode(##"let a = #"b " \(c) \#(d)"# + e"##).lines
        == [##"let a = #"           (d)"# + e"##])
  }

  @Test func `a quote in a regular expression hides nothing after its line`() {
    #expect(SwiftCode("/[^\"]/\nlet a = b").lines.last == "let a = b")
  }
}
